/** Focuses the first wrong field of a form. Unfolds every wrong one, as it would neither be seen nor take the focus. */
export const focusFirstWrong = (form: HTMLFormElement | null): void => {
  const fields = form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? []
  for (const field of fields) field.closest("details")?.setAttribute("open", "")
  fields[0]?.focus()
}
