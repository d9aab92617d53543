/** Formats how long something has been running: `1:42`, `1:02:03`. Pure. */
const two = (count: number): string => String(count).padStart(2, "0")

export const elapsed = (since: string, now: number): string => {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000))
  if (Number.isNaN(seconds)) return ""
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`
}
