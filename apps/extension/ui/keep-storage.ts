/**
 * Has the browser keep what is stored here when the disk is nearly full. The permission `unlimitedStorage` is enough for
 * Chromium. Firefox has to be asked as well, and with the permission does not ask the user.
 */
export const keepStorage = (): void => void navigator.storage.persist().catch(() => false)
