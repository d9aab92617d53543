/** Moves the card: freely when its head is dragged, or to the other side of the page by a button. */

const MARGIN = 16

export const mover = (host: HTMLElement) => {
  const place = (inset: string) => host.style.setProperty("inset", inset, "important")
  let isAtEnd = true
  return {
    toOtherSide: () => {
      isAtEnd = !isAtEnd
      place(isAtEnd ? `auto ${MARGIN}px ${MARGIN}px auto` : `auto auto ${MARGIN}px ${MARGIN}px`)
    },
    drag: (start: PointerEvent) => {
      const head = start.currentTarget
      if (!(head instanceof HTMLElement) || (start.target instanceof Element && start.target.closest("button"))) return
      start.preventDefault()
      const { left, top, width, height } = host.getBoundingClientRect()
      const life = new AbortController()
      const within = (at: number, size: number, room: number) => Math.max(0, Math.min(at, room - size))
      const follow = ({ clientX, clientY }: PointerEvent) =>
        place(
          `${within(top + clientY - start.clientY, height, innerHeight)}px auto auto ${within(left + clientX - start.clientX, width, innerWidth)}px`
        )
      head.setPointerCapture(start.pointerId)
      head.addEventListener("pointermove", follow, { signal: life.signal })
      for (const end of ["pointerup", "pointercancel"] as const)
        head.addEventListener(end, () => life.abort(), { signal: life.signal })
    }
  }
}
