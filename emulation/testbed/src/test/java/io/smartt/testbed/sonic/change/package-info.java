/** Tests of changes in stages. */
@NullMarked
package io.smartt.testbed.sonic.change;

import org.jspecify.annotations.NullMarked;
