/** Tests of names, ids and bytestrings. */
@NullMarked
package io.smartt.p4.info;

import org.jspecify.annotations.NullMarked;
