import { isPersonalMail } from "../../../shared/domain/people.ts";

/**
 * Public mail providers besides those that the sign-up refuses. Other people cannot create DNS records of their domains, but a
 * mail to 'admin' might reach somebody who took that name.
 */
const MORE = [
  "126.com 139.com 163.com aim.com bigpond.com bluewin.ch bol.com.br btinternet.com comcast.net cox.net daum.net earthlink.net",
  "fastmail.com fastmail.fm free.fr freenet.de gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com",
  "hushmail.com inbox.com inbox.ru interia.pl laposte.net libero.it list.ru mailbox.org mailfence.com mailinator.com naver.com",
  "o2.pl online.de onet.pl optonline.net optusnet.com.au orange.fr pm.me posteo.de proton.me protonmail.ch qq.com rambler.ru",
  "rediffmail.com rocketmail.com runbox.com sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com sky.com sympatico.ca",
  "t-online.de telia.com terra.com.br tiscali.it tuta.com tuta.io tutanota.com uol.com.br verizon.net virgilio.it virginmedia.com",
  "wanadoo.fr web.de windowslive.com wp.pl xs4all.nl ya.ru yeah.net ymail.com ziggo.nl",
].flatMap((line) => line.split(" "));
/** Providers with any top-level domain, such as 'yahoo.co.uk'. */
const ANY_ENDING = ["yahoo", "hotmail", "outlook", "live", "gmx"];

export function isPublicMail(domain: string): boolean {
  const [name = ""] = domain.split(".");
  return isPersonalMail(`x@${domain}`) || MORE.includes(domain) || ANY_ENDING.includes(name);
}
