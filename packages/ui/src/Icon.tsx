/** Small line icons. They are decorative, and add nothing to the text next to them. */
const shapes = {
  settings:
    "M2 4.5h7M13 4.5h1M2 11.5h1M7 11.5h7M11 6.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM5 13.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  panel: "M2 3h12v10H2ZM10 3v10",
  bell: "M3.5 11.5h9L11.5 10V7a3.5 3.5 0 0 0-7 0v3ZM7 13.5h2M8 3.5V2",
  copy: "M6 5.5h7.5V13H6ZM3.5 10.5H2.5V3H10v.5",
  check: "m3 8.5 3.5 3.5L13 4.5"
} as const

export type IconName = keyof typeof shapes

export const Icon = ({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) => (
  <svg class="icon line" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
    <path d={shapes[name]} />
  </svg>
)

/** The product's logo: a lozenge of two woods inlaid in a tile. The files in `public/icon` show the same logo. */
export const Mark = ({ size }: { readonly size: number }) => (
  <svg class="icon" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="#0b6570" />
    <path d="M16 5.5 26.5 16 16 26.5Z" fill="#8fdbe2" />
    <path d="M16 5.5 5.5 16 16 26.5Z" fill="#fff" />
  </svg>
)
