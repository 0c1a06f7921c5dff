/**
 * The script of /pricing for signed-in people. A plan's button leads to Manage Subscription. That page is closed to expired
 * accounts, so for them the button requests the plan itself and leads to the payment.
 */
export const RENEW_SCRIPT = `addEventListener("click",async event=>{
const link=event.target.closest?.('a[href^="/settings/subscription?plan="]');
if(!link||event.ctrlKey||event.metaKey||event.shiftKey)return;
event.preventDefault();
if(link.ariaBusy)return;
link.ariaBusy="true";
let to=link.href;
const plan=await fetch("/api/subscription").then(answer=>answer.json()).catch(()=>({}));
if(plan.subscriptionExpired)try{
const answer=await fetch("/api/subscription/upgrade",{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify({planId:new URL(to).searchParams.get("plan")})});
if(!answer.ok)throw answer;
to=(await answer.json()).checkoutUrl||"/settings/subscription"
}catch{
to="";
if(!link.nextSibling)link.insertAdjacentHTML("afterend",'<p class="quiet" role="alert">Failed to upgrade plan. Please try again.</p>')
}
link.ariaBusy=null;
if(to)location.href=to
})`;
