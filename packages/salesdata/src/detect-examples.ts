/** Example URLs for the detector, used by its tests and the documentation. */
export const profileSites = ["linkedin.com", "127.0.0.1:4680"]

/** URL -> the kind of page it is about. */
export const finds = {
  "https://www.linkedin.com/in/jane-doe": "person",
  "https://au.linkedin.com/in/jane-doe/de?trk=x": "person",
  "https://linkedin.com/in/%E6%9D%8E-%E5%A8%9C/": "person",
  "http://127.0.0.1:4680/in/kiri-ngata": "person",
  "https://www.linkedin.com/company/acme-pty-ltd/people/": "company",
  "http://127.0.0.1:4680/company/acme": "company",
  "https://www.acme.com.au/about": "site",
  "https://shop.acme.co.nz/": "site",
  "https://acme.example/": "site"
} as const

/** Similar URLs that are about no person or company. */
export const ignores = [
  "https://www.facebook.com/acme",
  "https://www.linkedin.com/",
  "https://www.linkedin.com/feed/",
  "https://www.linkedin.com/in/",
  "https://www.linkedin.com/jobs/view/123",
  "http://127.0.0.1:4680/",
  "http://localhost:3000/in/jane",
  "http://10.0.0.1/in/jane",
  "chrome://extensions/",
  "about:blank",
  "file:///in/jane",
  "not an address"
]
