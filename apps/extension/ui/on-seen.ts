const LOOK_MILLIS = 60_000

const today = (): string => new Date().toISOString().slice(0, 10)

/**
 * Acts whenever the page comes into sight again, such as after a night, and when another UTC day has begun while it is
 * in sight. @returns a function that ends that
 */
export const onSeen = (act: () => void): (() => void) => {
  let day = today()
  const actIfSeen = () => (document.visibilityState === "visible" ? act() : undefined)
  const timer = setInterval(() => {
    const before = day
    day = today()
    if (day !== before) actIfSeen()
  }, LOOK_MILLIS)
  document.addEventListener("visibilitychange", actIfSeen)
  return () => {
    clearInterval(timer)
    document.removeEventListener("visibilitychange", actIfSeen)
  }
}
