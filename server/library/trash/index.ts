export {
  deleteFromTrash,
  getTrashEnd,
  listExpiredTrash,
  listIdsInTrash,
  listTrash,
  moveFromTrash,
  moveToTrash,
} from "./trash-queries.ts";
