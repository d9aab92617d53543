/** Acts whenever the page comes into sight again, such as after a night. @returns a function that ends that */
export const onSeen = (act: () => void): (() => void) => {
  const actIfSeen = () => (document.visibilityState === "visible" ? act() : undefined)
  document.addEventListener("visibilitychange", actIfSeen)
  return () => document.removeEventListener("visibilitychange", actIfSeen)
}
