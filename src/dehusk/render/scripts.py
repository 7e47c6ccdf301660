"""What is asked of a page in the browser, in a world that the page's own scripts cannot reach."""

import json

QUIET_MS = 300
"""Scripts that have changed nothing for so long are taken to be done."""

_MEASURE = """
const box = element => {
  let drawn = element;
  if (!element.getClientRects().length) {
    if (getComputedStyle(element).display !== 'contents') return null;
    drawn = document.createRange();
    drawn.selectNodeContents(element);
    if (!drawn.getClientRects().length) return null;
  }
  const at = drawn.getBoundingClientRect();
  return [at.left + scrollX, at.top + scrollY, at.width, at.height].map(x => Math.round(x * 4));
};
const measure = (elements, number) => {
  // An animation has no place of its own until it is over.
  for (const one of document.getAnimations()) {
    try { one.finish(); } catch { one.cancel(); }
  }
  const nodes = [], flat = [];
  for (const element of elements) {
    const found = box(element);
    if (found) { nodes.push(number(element)); flat.push(...found); }
  }
  return {nodes, flat, origin: location.origin};
};
"""


def measure_marked(name: str) -> str:
    """The boxes of all elements that have a number in this attribute."""
    quoted = json.dumps(name)
    return f"""(() => {{ {_MEASURE}
        const marked = document.querySelectorAll('[' + CSS.escape({quoted}) + ']');
        return measure(marked, element => Number(element.getAttribute({quoted})));
    }})()"""


def read_document(most_chars: int) -> str:
    """The document as scripts left it, plain and with all elements numbered, and their boxes."""
    return f"""(() => {{ {_MEASURE}
        const root = document.documentElement;
        if (!root) return {{html: null, origin: location.origin}};
        const html = root.outerHTML;
        if (html.length > {most_chars}) return {{html: null, origin: location.origin}};
        let name = 'data-dehusk';
        while (html.includes(name)) name += '-';
        const all = Array.from(document.querySelectorAll('*'));
        const place = new Map(all.map((element, number) => [element, number]));
        const found = measure(all, element => place.get(element));
        all.forEach((element, number) => element.setAttribute(name, number));
        const marked = root.outerHTML;
        all.forEach(element => element.removeAttribute(name));
        const doctype = document.compatMode === 'CSS1Compat' ? '<!DOCTYPE html>' : '';
        return {{...found, html: doctype + html, marked: doctype + marked, name}};
    }})()"""


def wait_for_quiet(most_ms: int) -> str:
    """Wait until scripts have changed nothing for a while, or for so long."""
    return f"""new Promise(done => {{
        let quiet = setTimeout(done, {QUIET_MS});
        setTimeout(done, {most_ms});
        new MutationObserver(() => {{
            clearTimeout(quiet);
            quiet = setTimeout(done, {QUIET_MS});
        }}).observe(document, {{subtree: true, childList: true, characterData: true}});
    }})"""


IS_LOADING = """(() => {
    // Fonts are asked for only when something is laid out in them.
    document.documentElement?.getBoundingClientRect();
    return document.readyState !== 'complete' || document.fonts.status === 'loading';
})()"""
