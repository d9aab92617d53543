/**
 * Sets a truncated value as its own title, for a pointer that rests on it. A complete value gets no title, because it
 * would be read out twice.
 */
export const showFullOnHover = (element: HTMLElement, value: string): void => {
  element.title = element.scrollHeight > element.clientHeight ? value : ""
}
