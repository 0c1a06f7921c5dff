export { askInProduct } from "./ask-in-product.ts";
export { forgetOldNotifications } from "./notification-queries.ts";
export { notificationRoutes } from "./routes.ts";
export { sendDirectMessages } from "./send-direct-messages.ts";
export { mailFor, sendMails } from "./send-mails.ts";
export { tellOfAnswer } from "./tell-of-answer.ts";
export { tellPeople } from "./tell-people.ts";
