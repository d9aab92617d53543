/** In place of Effect's formatter of values, which draws them indented for logs: a worker's log has them on one line. */
const line = (value: unknown): string => {
  try {
    return (typeof value === "string" ? value : JSON.stringify(value)) ?? String(value)
  } catch {
    return String(value)
  }
}

export const format = line
export const formatJson = line
export const formatPropertyKey = (name: PropertyKey): string => String(name)
export const formatPath = (path: ReadonlyArray<PropertyKey>): string => path.map((name) => `[${String(name)}]`).join("")
export const formatDate = (date: Date): string => (Number.isNaN(date.getTime()) ? "Invalid Date" : date.toISOString())
