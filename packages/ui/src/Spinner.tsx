export const Spinner = () => <span class="spinner" aria-hidden="true" />
