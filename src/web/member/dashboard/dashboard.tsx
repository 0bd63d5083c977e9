export default function P() {
  return <p>dashboard</p>
}
