/**
 * Shared parts of readers of user input: the error they throw, quantities with units, near names.
 */
@NullMarked
package io.smartt.base.input;

import org.jspecify.annotations.NullMarked;
