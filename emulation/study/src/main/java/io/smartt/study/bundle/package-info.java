/** Results with all that gives them again, as one file for people who check them. */
@NullMarked
package io.smartt.study.bundle;

import org.jspecify.annotations.NullMarked;
