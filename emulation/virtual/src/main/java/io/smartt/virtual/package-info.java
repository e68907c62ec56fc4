/** The virtual fabric: embedded switches and hosts in this JVM, in virtual time. */
@NullMarked
package io.smartt.virtual;

import org.jspecify.annotations.NullMarked;
