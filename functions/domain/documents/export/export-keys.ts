/** Names of an export's objects: its ZIP, and the work on it. They begin with the owner's id. */
export const exportKeys = (userId: string, exportId: string) => ({
  zip: `${userId}/${exportId}.zip`,
  work: `${userId}/${exportId}.json`,
});
