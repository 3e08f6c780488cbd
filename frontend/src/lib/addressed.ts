/** A user's name as the portal addresses them: many give it with さん already. */
export const addressed = (name: string): string => (/(?:さん|様)$/.test(name) ? name : `${name}さん`);
