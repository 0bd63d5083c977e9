export default function P() {
  return <p>family-tree</p>
}
