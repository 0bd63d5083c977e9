export default function P() {
  return <p>account</p>
}
