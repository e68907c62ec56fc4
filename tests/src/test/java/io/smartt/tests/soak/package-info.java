/** What goes on for as long as asked, and uses no more at its end than at its beginning. */
@NullMarked
package io.smartt.tests.soak;

import org.jspecify.annotations.NullMarked;
