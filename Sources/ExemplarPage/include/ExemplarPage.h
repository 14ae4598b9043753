// The files of the HTML report as text.

#ifndef EXEMPLAR_PAGE_H
#define EXEMPLAR_PAGE_H

/// The page around the run, with an empty style, script and list of lines.
const char *exemplar_page_html(void);

/// The style of the page.
const char *exemplar_page_css(void);

/// The script of the page: all files of it, one after another.
const char *exemplar_page_js(void);

#endif
