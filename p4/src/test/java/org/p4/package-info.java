/** Tests that the P4Runtime messages are P4Runtime's on the wire. */
@NullMarked
package org.p4;

import org.jspecify.annotations.NullMarked;
