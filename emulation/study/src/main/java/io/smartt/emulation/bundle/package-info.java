/** Results with all that gives them again, as one file for people who check them. */
@NullMarked
package io.smartt.emulation.bundle;

import org.jspecify.annotations.NullMarked;
