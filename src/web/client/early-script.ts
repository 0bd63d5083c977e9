import { requestTo } from '../../contract/call.ts'
import { memberApi } from '../../contract/routes.ts'
import { paths } from './paths.ts'

/** The first requests of every member page. */
function readsByPage(plans: string): Record<string, string[]> {
  const me = requestTo(memberApi.getMe, {}).url
  return {
    [paths.dashboard()]: [me, plans, requestTo(memberApi.listRecentActivity, {}).url],
    [paths.myTree()]: [me, plans],
    [paths.familyTree()]: [me],
    [paths.account()]: [me],
    [paths.referrals()]: [me],
    [paths.earnings()]: [me],
    [paths.statements()]: [me],
    [paths.activity()]: [me],
    [paths.proofs()]: [me],
  }
}

/**
 * Runs inline at the start of a member's page. Sends its first requests while its scripts are
 * loading. `takeEarly` passes their answers to the client.
 */
export function earlyScript(): string {
  const plans = requestTo(memberApi.listPlans, {}).url
  return `(function(){try{var v=sessionStorage.getItem('member_view'),
t=v?JSON.parse(v).token:localStorage.getItem('access_token'),
w=t&&${JSON.stringify(readsByPage(plans))}[location.pathname.replace(/\\/$/,'')];
if(w)self.early={};w&&w.forEach(function(u){var c=new AbortController,h={accept:'application/json'};
if(u!=='${plans}')h.authorization='Bearer '+t;
var a=fetch(u,{headers:h,signal:c.signal});a.catch(function(){});
early[u]={authorization:h.authorization||null,answer:a,stop:c}})}catch(e){}})()`
}
