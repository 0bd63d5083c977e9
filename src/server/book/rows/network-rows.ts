/** Members, profiles, seats, catalogs, and versions of the rules as rows. */
import { PLAN_LETTERS } from '../../../domain/money/catalog.ts'
import { ORIGINS, type EventOf } from '../../../domain/ledger/event.ts'
import { shuffledId } from '../../../domain/ledger/public-id.ts'
import { encode } from './encode-command.ts'
import type { ShapeOf } from './write-rows.ts'

export const MEMBERS: ShapeOf<'members', EventOf<'member'>> = {
  table: 'members',
  stamp: 'joined_at',
  columns: [
    ['no', 'int4', (f) => f.no],
    ['sponsor_no', 'int4', (f) => f.sponsor],
  ],
}

/** Suspension and auto upgrade, for existing members. */
export const MEMBER_CHANGES: ShapeOf<'members', EventOf<'member_changed'>> = {
  table: 'members',
  change: 'no',
  columns: [
    ['no', 'int4', (f) => f.no],
    ['suspended', 'bool', (f) => f.suspended],
    ['auto_upgrade', 'bool', (f) => f.autoUpgrade],
  ],
}

export const PROFILES: ShapeOf<'profiles', EventOf<'profile'>> = {
  table: 'profiles',
  stamp: 'created_at',
  columns: [
    ['no', 'int4', (f) => f.no],
    ['member_no', 'int4', (f) => f.member],
    ['plan', 'int2', (f) => f.plan],
    ['catalog_version', 'int4', (f) => f.version],
    ['origin', 'int2', (f) => ORIGINS.indexOf(f.origin)],
    ['origin_no', 'int4', (f) => f.originNo],
    ['imported', 'bool', (f) => f.imported],
    ['public_id', 'text', (f) => `${PLAN_LETTERS[f.plan]}-${shuffledId(f.no)}`],
  ],
}

export const SEATS: ShapeOf<'seats', EventOf<'seat'>> = {
  table: 'seats',
  stamp: 'taken_at',
  columns: [
    ['profile_no', 'int4', (f) => f.profile],
    ['ordinal', 'int4', (f) => f.ordinal],
    ['plan', 'int2', (f) => f.plan],
    ['parent_no', 'int4', (f) => (f.parent === 0 ? null : f.parent)],
    ['side', 'int2', (f) => (f.parent === 0 ? null : f.side)],
    ['depth', 'int4', (f) => f.depth],
    ['jump_no', 'int4', (f) => f.jump],
  ],
}

export const CATALOGS: ShapeOf<'catalogs', EventOf<'catalog'>> = {
  table: 'catalogs',
  stamp: 'published_at',
  columns: [
    ['version', 'int4', (f) => f.version],
    ['published_by', 'text', (f) => f.by],
    ['plans', 'jsonb', (f) => encode(f.catalog)],
  ],
}

export const RULES: ShapeOf<'rule_versions', EventOf<'rules'>> = {
  table: 'rule_versions',
  stamp: 'raised_at',
  columns: [['version', 'int4', (f) => f.version]],
}
