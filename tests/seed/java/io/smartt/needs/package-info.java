/** Programs of the machine that tests need, compiled into the tests of each module. */
@NullMarked
package io.smartt.needs;

import org.jspecify.annotations.NullMarked;
