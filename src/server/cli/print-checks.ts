import type { Description } from '../../proof/check/describe.ts'
import type { Answers } from './node-check/ask-files.ts'
import { plainLine } from './plain-line.ts'
import type { VerifierTexts } from './verifier-texts.ts'

const say = (line = ''): void => console.log(plainLine(line))

/**
 * Prints the result of a check. The first line summarizes it: what is wrong with the files, or what
 * a node didn't confirm, or that all is well.
 * @param answers null if no node was asked
 */
export function printChecks(
  { verdict, files, note, toCompare }: Description,
  answers: Answers | null,
  { proof: own, node }: VerifierTexts,
): void {
  const isNodeFirst =
    answers?.isWhole === false && files.every(({ is }) => is !== 'wrong' && is !== 'missing')
  const verdicts = answers ? [verdict, answers.verdict] : [verdict]
  for (const each of isNodeFirst ? verdicts.toReversed() : verdicts) say(each)
  for (const each of toCompare) say(`  ${own.fingerprint}: ${each}`)
  if (toCompare.length > 0) say(`  ${own.whereKeys}`)
  for (const { name, is, says, figures, proof, needsNode } of files) {
    say()
    say(`${name}: ${own.outcomes[is]}. ${says}`)
    for (const [label, value] of [...figures, ...proof]) say(`  ${label}: ${value}`)
    for (const question of needsNode) {
      const found = answers?.findings.find(
        (each) => each.name === name && each.question === question,
      )?.finding
      const [label, text] = found
        ? [node.outcomes[found.is], found.says]
        : [own.needsNode, question]
      say(`  ${label}: ${text}`)
    }
  }
  if (!note) return
  say()
  say(note)
}
