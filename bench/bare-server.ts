/**
 * The floor: the least that any product on this platform must do for a read. Fastify without hooks
 * reads one row by its primary key with a prepared statement. Prints its port.
 */
import fastify from 'fastify'
import { Pool } from 'pg'

const pool = new Pool({ connectionString: process.argv[2], max: 10 })
const app = fastify()
app.get<{ Params: { no: string } }>('/rows/:no', (request) =>
  pool
    .query({
      name: 'row',
      text: 'select no, member_no, public_id from profiles where no = $1',
      values: [Number(request.params.no)],
    })
    .then(({ rows }) => rows[0] as unknown),
)
process.once('SIGTERM', () => void app.close().then(() => pool.end()))
const address = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(new URL(address).port)
