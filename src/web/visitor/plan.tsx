import { DEFAULT_SPONSOR, paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card, PAGE, PageHead } from '../ui/card.tsx'
import { HonestyNote } from '../ui/honesty-note.tsx'
import { NetworkFigure } from './network-figure.tsx'
import { PlanTable } from './plan-table.tsx'

export const meta = () => [
  { title: 'Plan · Twofold' },
  {
    name: 'description',
    content: 'Joining fees, rewards and upgrades of Bronze, Silver, Gold, Platinum and Diamond.',
  },
]

export default function PlanPage() {
  return (
    <div className={PAGE}>
      <PageHead
        title="Plan"
        intro={
          'What each plan costs, what it pays and where it leads. One catalogue ' +
          'stands behind every figure on every page.'
        }
      >
        <ButtonLink kind="primary" to={paths.register(DEFAULT_SPONSOR)}>
          Join Twofold
        </ButtonLink>
      </PageHead>
      <HonestyNote className="mt-6" />
      <div className="mt-8 grid gap-4 md:grid-cols-2">
        <RewardCard title="$1 Welcome" state="Open now">
          Bronze is the way in. Its joining fee of $1 takes your first place; half goes to the
          member above you, half to the one above them. It is a fee, not a gift and not a deposit.
        </RewardCard>
        <RewardCard title="Launching Soon" state="In preparation">
          Earnings over time, by plan and by level, and statements to download. They come to the
          member area for everyone, without a further fee.
        </RewardCard>
      </div>
      <section aria-labelledby="sample" className="mt-16 grid items-center gap-10 lg:grid-cols-2">
        <div>
          <h2 id="sample" className="text-2xl font-semibold">
            A sample network
          </h2>
          <p className="mt-3 text-soft">
            You stand on top. L and R are your two sides; LL, LR, RL and RR stand beneath them.
            These six places are your board. They fill from the top, level by level, left before
            right, whoever brought the member who takes them.
          </p>
          <p className="mt-3 text-soft">
            A place is paid once, when it is taken. When all six are taken the board is complete and
            your next plan opens.
          </p>
        </div>
        <Card className="p-4 sm:p-8">
          <NetworkFigure
            title={
              'Sample binary network: you, L and R on the first level, LL, LR, RL ' +
              'and RR on the second.'
            }
          />
        </Card>
      </section>
      <PlanTable />
    </div>
  )
}

function RewardCard(props: { title: string; state: string; children: string | string[] }) {
  return (
    <Card className="p-6">
      <p className="text-sm text-faint">{props.state}</p>
      <h2 className="mt-1 text-xl font-semibold">{props.title}</h2>
      <p className="mt-2 text-soft">{props.children}</p>
    </Card>
  )
}
