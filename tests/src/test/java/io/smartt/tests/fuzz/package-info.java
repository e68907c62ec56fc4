/** Readers of files and frames against inputs that are not what they should be. */
@NullMarked
package io.smartt.tests.fuzz;

import org.jspecify.annotations.NullMarked;
