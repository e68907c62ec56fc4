/** Plans, changes and reverts of SONiC switches, against a gNMI server that behaves like theirs. */
@NullMarked
package io.smartt.tests.sonic;

import org.jspecify.annotations.NullMarked;
