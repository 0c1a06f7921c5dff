import type { Language } from "../cue.ts";
import { ENGLISH_CUES } from "./cues.ts";

const STOP_WORDS = `a about above actually after again against ah all almost alright already also although always am an and another any anybody anyone
anything anyway anyways are aren't around as ask asked asking at away aye back bad basically be because been before being better between big bit both
but by bye came can can't cannot case cause come comes coming could couldn't course cuz definitely did didn't different do does doesn't doing don't done
dont down dude each easy else em enough er etc even ever every everybody everyone everything exactly example far few fine first for found from full fun
further gave get gets getting give given gives giving glad go goes going gonna good got gotta great guess guy guys had hadn't haha half
happen happened happening happens hard has hasn't have haven't having he hello help helped helping helps her here hers hey hi him himself his hmm hope hopefully how
however huh i i'd i'll i'm i've id idea if ill im in instead into is isn't it it'd it'll it's its itself ive just keep kept kind know known knows last
late later least less let let's lets like likely little lol long longer look looked looking looks lot lots made main make makes making man many may maybe me mean
means meant might mine minute minutes more most much must my myself nah name need needed needs never new next nice no nobody none nope nor not note nothing now of off
often oh ok okay old on once one ones only onto oops or other others otherwise our ours out over own part people perhaps please pls point possible pretty probably problem
problems put question questions quick quite rather read real really reason right run said same saw say saying says second see seem seems seen sense she should shouldn't
show similar simple simply since so some somebody someone something sometimes somewhere soon sorry sort still stuff such suggest suggested sure take taken takes taking talk team tell than thank thanks thanx that that'd that'll
that's thats the their theirs them themselves then there there's theres these they they'd they'll they're they've thing things think thinking this those though thought three through time times to
today together told tomorrow tonight too took totally tried tries true try trying turn two u ugh under understand unless until up upon ur us use used useful user uses using usually
very via wait wanna want wanted wants was wasn't way ways we we'd we'll we're we've week well went were weren't what what's whatever when where whether which while who whole whose
why will with within without won't wonder wondering work worked working works would wouldn't wow wrong yea yeah year years yep yes yesterday yet you you'd you'll you're you've your yours yourself
monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december morning afternoon evening day days hour hours month months
able above actual add added adding additional allow allowed allows another answer answers anyhow appear appears apparently bother bring call called calling change changed changes check checked checking click close correct couple current currently default
depending depends end ends especially explain explained fact feel figure find finding fix fixed follow following forget forgot gives guide hand hang hear heard hold idk imho imo include interesting issue issues itself job kinda learn leave left mind miss missing move moved nope number
obviously open ought pass perfect place play plus post posted previous proper properly ready recent recently recommend remember remove removed result results return save seemed send sent set setting setup several side similarly single size small
specific specifically start started starting starts step steps stop stuck suppose supposed switch tag test tested text til till top total update updated version wants watch weird welcome whatever whichever wise word words worry worth write writing wrote xd ya yay yup zero
awesome cool damn amazing pleasure cheers congrats congratulations folks mate buddy bro sir ppl thx ty np yw afaik btw fyi lmao rofl omg wtf hehe ahh ooh hmmm mmm gosh shit fuck fucking hell crap link links details info information message messages today's here's hi there ago early`;

export const ENGLISH_LANGUAGE: Language = {
  cues: ENGLISH_CUES,
  stopWords: STOP_WORDS,
  abbreviations: "e.g i.e etc vs cf mr mrs ms dr approx incl resp fig ver st inc ltd dept min max no",
  beforeOrdinal: "",
  denials: "not",
  numbers: "two three four five six seven eight nine ten eleven twelve",
  categories: {
    "HR & Policies":
      "vacation holiday* parental leave payroll salary benefits hr polic* contractor* onboarding offboarding probation remote hiring interview* compliance gdpr",
    Finance:
      "invoice* expense* refund* reimburs* budget* tax* vat accounting receipt* billing payment* finance procurement cost* deposit*",
    "IT & Access":
      "vpn wifi password* 2fa mfa sso okta login permission* access account* laptop* printer* email mailbox outlook licence* license* helpdesk certificate* dock headset",
    Support: "customer* client* ticket* support escalat* zendesk complain* sla crm refund* guest*",
    Operations:
      "deploy* release* rollback kubernetes kubectl cluster* server* staging production prod monitoring alert* incident* outage* backup* restore terraform ansible nginx dns infra* ops devops pipeline* docker container* disk cron logs operations warehouse* shelf shelves stock pallet* forklift* carrier* courier* shipment* shipping parcel* picking",
    "Tools & Setup":
      "install* setup configur* setting* plugin* extension* editor ide intellij jira confluence notion slack figma excel spreadsheet* zoom calendar upgrade npm yarn pnpm brew apt ubuntu linux windows macos driver* partition*",
    Product: "roadmap feature* design* ux ui experiment* launch pricing persona* product",
    "Sales & Marketing": "leads campaign* seo newsletter prospect* quote* deal deals marketing sales brand",
    Engineering:
      "code api apis function* class classes method* object* array* string* component* build compil* git branch merge rebase database sql quer* java javascript typescript python ruby php rust golang react angular vue node css html json xml regex async promise thread exception* stacktrace debug* librar* framework* frontend backend engineer*",
  },
};
