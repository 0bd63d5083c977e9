export default function P() {
  return <p>referrals</p>
}
