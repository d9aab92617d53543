/** A uPlot chart that follows the width of its container and the colour scheme of the system. */
import { useLayoutEffect, useRef } from "preact/hooks"
import type UPlot from "uplot"

/** Resolves a colour of the page's styles to a value that a canvas understands. */
export const colour = (element: Element, name: string): string => {
  const probe = document.createElement("span")
  probe.style.color = `var(--${name})`
  element.append(probe)
  const value = getComputedStyle(probe).color
  probe.remove()
  return value
}

/** The options that both axes share. */
export const axisOf = (element: Element): UPlot.Axis => ({
  stroke: colour(element, "quiet"),
  grid: { stroke: colour(element, "line"), width: 1 },
  ticks: { show: false },
  font: `11px ${getComputedStyle(element).fontFamily}`
})

/** @returns a ref for the chart's container; the chart is redrawn when `data` changes */
export const usePlot = (draw: (element: HTMLElement) => UPlot, data: unknown) => {
  const box = useRef<HTMLDivElement>(null)
  // Before the page is painted: a chart that came a frame later would move what is below it.
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return undefined
    let plot = draw(element)
    const again = () => {
      plot.destroy()
      plot = draw(element)
    }
    const dark = matchMedia("(prefers-color-scheme: dark)")
    dark.addEventListener("change", again)
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: plot.height }))
    resized.observe(element)
    return () => {
      dark.removeEventListener("change", again)
      resized.disconnect()
      plot.destroy()
    }
  }, [data])
  return box
}
