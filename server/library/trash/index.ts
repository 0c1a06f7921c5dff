export {
  deleteFromTrash,
  getTrashEnd,
  listExpiredTrash,
  listIdsInTrash,
  listTrash,
  moveToTrash,
  moveFromTrash,
} from "./trash-queries.ts";
