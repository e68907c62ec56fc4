/**
 * Algorithms that users bring: their classes, loaded apart from the program's, and guards around
 * calls into them.
 */
@NullMarked
package io.smartt.host.own;

import org.jspecify.annotations.NullMarked;
