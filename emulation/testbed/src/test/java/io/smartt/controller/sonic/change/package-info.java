/** Tests of changes in stages. */
@NullMarked
package io.smartt.controller.sonic.change;

import org.jspecify.annotations.NullMarked;
