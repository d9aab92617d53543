/** The age of a record, if the provider says when it last checked it. Pure; `now` is Unix time in milliseconds. */
import { age as words } from "../../locales/age.ts"

const DAY_MILLIS = 86_400_000
const STALE_DAYS = 180

/**
 * Days since the provider checked the record, and whether that is too long to rely on it; `undefined` if it does not
 * say.
 */
export const checkedNote = (checkedOn: string | undefined, now: number) => {
  const days = checkedOn === undefined ? Number.NaN : Math.floor((now - Date.parse(checkedOn)) / DAY_MILLIS)
  return Number.isNaN(days) ? undefined : { text: words.checked(Math.max(0, days)), isStale: days > STALE_DAYS }
}
