/**
 * What every reader of user input shares: the error it throws, quantities with units, near names.
 */
@NullMarked
package io.smartt.emulation.input;

import org.jspecify.annotations.NullMarked;
