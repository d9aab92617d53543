/** A value that is cut off is its own title, for a pointer that rests on it. One in full has none: it would be read twice. */
export const showWhole = (element: HTMLElement, value: string): void => {
  element.title = element.scrollHeight > element.clientHeight ? value : ""
}
