export {
  deleteFromTrash,
  getTrashEnd,
  listExpiredTrash,
  listIdsInTrash,
  listTrash,
  moveToTrash,
  takeFromTrash,
} from "./trash-queries.ts";
