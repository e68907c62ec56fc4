/** Files and folders that a program writes. */
@NullMarked
package io.smartt.base.output;

import org.jspecify.annotations.NullMarked;
