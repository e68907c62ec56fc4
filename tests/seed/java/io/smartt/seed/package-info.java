/** Seeds of properties, compiled into the tests of each module. */
@NullMarked
package io.smartt.seed;

import org.jspecify.annotations.NullMarked;
