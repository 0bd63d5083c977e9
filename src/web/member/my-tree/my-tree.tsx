export default function P() {
  return <p>my-tree</p>
}
