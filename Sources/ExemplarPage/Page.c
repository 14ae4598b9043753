// The compiler copies the files at once, and compiles this file again when one of them changes. SwiftPM's
// `.embedInCode` would make a literal of 40,000 bytes in Swift, which takes 8 seconds to compile.

#include "ExemplarPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char html[] = {
#embed "page/page.html"
  , 0
};

static const char css[] = {
#embed "page/page.css"
  , 0
};

static const char js[] = {
#embed "page/page.js"
  ,
#embed "page/details.js"
  ,
#embed "page/row.js"
  ,
#embed "page/difference.js"
  ,
#embed "page/pictures.js"
  ,
#embed "page/tree.js"
  ,
#embed "page/history.js"
  ,
#embed "page/timeline.js"
  ,
#embed "page/slowest.js"
  , 0
};

const char *exemplar_page_html(void) { return html; }

const char *exemplar_page_css(void) { return css; }

const char *exemplar_page_js(void) { return js; }
