CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE events (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    command TEXT NOT NULL,
    at BIGINT NOT NULL,
    tick BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq),
    CONSTRAINT one_event_for_a_command UNIQUE (table_id, command)
)
 WITHOUT ROWID;
CREATE TABLE tables (
    id TEXT NOT NULL,
    code TEXT NOT NULL,
    seq INTEGER NOT NULL,
    status TEXT NOT NULL,
    public BOOLEAN NOT NULL,
    due BIGINT,
    summary TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (code)
);
CREATE INDEX tables_by_status ON tables (status, public, changed_at);
CREATE INDEX tables_by_due ON tables (due);
CREATE TABLE members (
    person_id TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (person_id, table_id)
);
CREATE TABLE records (
    table_id TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id)
);
CREATE TABLE people (
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    bot BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (id)
);
CREATE TABLE keys (
    hash TEXT NOT NULL,
    person_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    PRIMARY KEY (hash)
);
CREATE INDEX keys_by_person ON keys (person_id);
CREATE TABLE notices (
    person_id TEXT NOT NULL,
    mail TEXT NOT NULL,
    confirmed BOOLEAN NOT NULL,
    sent_at BIGINT NOT NULL,
    asked_at BIGINT NOT NULL,
    proof TEXT,
    stop TEXT NOT NULL,
    PRIMARY KEY (person_id),
    UNIQUE (proof),
    UNIQUE (stop)
);
CREATE TABLE confirmations (
    subject TEXT NOT NULL,
    slot INTEGER NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (subject, slot)
);
CREATE TABLE told (
    table_id TEXT NOT NULL,
    person_id TEXT NOT NULL,
    way TEXT NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (table_id, person_id, way)
);
CREATE TABLE lookers (
    node TEXT NOT NULL,
    person_id TEXT NOT NULL,
    table_id TEXT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (node, person_id, table_id)
);
CREATE TABLE house (
    id INTEGER NOT NULL,
    alive_at BIGINT NOT NULL,
    downtime BIGINT NOT NULL,
    PRIMARY KEY (id)
);
INSERT INTO alembic_version VALUES ('0001');
INSERT INTO events VALUES ('tA', 1, 'create', 1700000000000, 0, '{"act":"create","name":"Chez Zoé, l''étage"}');
INSERT INTO events VALUES ('tA', 2, 'c-1', 1700000001000, 1000, '{"act":"choose","choice":"37"}');
INSERT INTO events VALUES ('tB', 1, 'create', 1700000002000, 2000, '{"act":"create"}');
INSERT INTO tables VALUES ('tA', 'BOOT', 2, 'playing', TRUE, 86400000, '{"game":"land-unter"}', 1700000001000);
INSERT INTO tables VALUES ('tB', 'HUTE', 1, 'over', FALSE, NULL, '{"game":"lifeboats"}', 1700000002000);
INSERT INTO members VALUES ('p1', 'tA');
INSERT INTO members VALUES ('p2', 'tA');
INSERT INTO records VALUES ('tB', '{"format":1,"game":"lifeboats"}');
INSERT INTO people VALUES ('p1', 'Zoé', 'fr', FALSE, 1690000000000);
INSERT INTO people VALUES ('p2', 'Automat 🂡', 'de', TRUE, 1690000000001);
INSERT INTO keys VALUES ('aa11', 'p1', 'device', 'téléphone', 1690000000000, NULL);
INSERT INTO keys VALUES ('bb22', 'p1', 'link', '', 1690000000000, 1790000000000);
INSERT INTO notices VALUES ('p1', 'zoe@example.org', TRUE, 0, 1690000000000, NULL, 'stop1');
INSERT INTO confirmations VALUES ('person p1', 0, 1690000000000);
INSERT INTO told VALUES ('tA', 'p1', 'mail', 1);
INSERT INTO lookers VALUES ('n1', 'p1', 'tA', 1700000090000);
INSERT INTO house VALUES (1, 1700000002000, 3600000);
