/**
 * One driver for each kind of switch, and what they share: connect, load the program, reconcile.
 */
@NullMarked
package io.smartt.controller.target;

import org.jspecify.annotations.NullMarked;
