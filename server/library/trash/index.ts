export {
  deleteFromTrash,
  listExpiredTrash,
  listIdsInTrash,
  listTrash,
  putIntoTrash,
  takeFromTrash,
  trashEnds,
} from "./trash-queries.ts";
