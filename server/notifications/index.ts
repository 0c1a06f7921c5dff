export { insertNotification } from "./news-queries.ts";
export { type Addressee, forgetOldNotifications, readAddressee } from "./notification-queries.ts";
export { notifyAuthor } from "./notify-author.ts";
export { notifyOfAnswer } from "./notify-of-answer.ts";
export { notifyPeople } from "./notify-people.ts";
export { notificationRoutes } from "./routes.ts";
export { sendDirectMessages } from "./send-direct-messages.ts";
export { buildMail, sendMails } from "./send-mails.ts";
export { unsubscribeLink } from "./unsubscribe.ts";
