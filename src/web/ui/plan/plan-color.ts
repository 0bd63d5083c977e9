/** The class names of one plan's color, written out so that Tailwind finds them. */
export type PlanColor = {
  text: string
  border: string
  line: string
  wash: string
  fill: string
  stroke: string
  /** Brighter than text may be: for signs next to a name, for lines, and for areas of drawings. */
  mark: string
  chip: string
}

export const PLAN_COLORS: readonly [PlanColor, ...PlanColor[]] = [
  {
    text: 'text-bronze',
    border: 'border-bronze/50',
    line: 'bg-bronze-mark',
    wash: 'bg-bronze/8',
    fill: 'fill-bronze',
    stroke: 'stroke-bronze',
    mark: 'text-bronze-mark',
    chip: 'border-bronze-mark bg-bronze-mark/18',
  },
  {
    text: 'text-silver',
    border: 'border-silver/50',
    line: 'bg-silver-mark',
    wash: 'bg-silver/8',
    fill: 'fill-silver',
    stroke: 'stroke-silver',
    mark: 'text-silver-mark',
    chip: 'border-silver-mark bg-silver-mark/18',
  },
  {
    text: 'text-gold',
    border: 'border-gold/50',
    line: 'bg-gold-mark',
    wash: 'bg-gold/8',
    fill: 'fill-gold',
    stroke: 'stroke-gold',
    mark: 'text-gold-mark',
    chip: 'border-gold-mark bg-gold-mark/18',
  },
  {
    text: 'text-platinum',
    border: 'border-platinum/50',
    line: 'bg-platinum-mark',
    wash: 'bg-platinum/8',
    fill: 'fill-platinum',
    stroke: 'stroke-platinum',
    mark: 'text-platinum-mark',
    chip: 'border-platinum-mark bg-platinum-mark/18',
  },
  {
    text: 'text-diamond',
    border: 'border-diamond/50',
    line: 'bg-diamond-mark',
    wash: 'bg-diamond/8',
    fill: 'fill-diamond',
    stroke: 'stroke-diamond',
    mark: 'text-diamond-mark',
    chip: 'border-diamond-mark bg-diamond-mark/18',
  },
]

const NAMES = ['bronze', 'silver', 'gold', 'platinum', 'diamond']

/** 0 for Bronze to 4 for Diamond; 0 for an unknown name. */
export function rankOf(plan: string): number {
  return Math.max(0, NAMES.indexOf(plan.toLowerCase()))
}

/** The plan's colors; Bronze's for an unknown name. */
export function colorOf(plan: string): PlanColor {
  return PLAN_COLORS[rankOf(plan)] ?? PLAN_COLORS[0]
}
